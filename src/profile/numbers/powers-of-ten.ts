/** The powers of ten that doubles hold exactly, from 10^0 to 10^22. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
