/*
 * Charts that answer: the values under the pointer or, with the arrow keys, at any time, and a choice of other series. Nothing is fetched before a reader turns to a
 * chart.
 */

import { answerChart } from './chart/answer-chart.ts';

for (const figure of document.querySelectorAll<HTMLElement>('[data-chart]')) answerChart(figure);
