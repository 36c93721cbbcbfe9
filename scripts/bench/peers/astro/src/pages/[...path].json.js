import { pagesOf, readDatasets } from '../../../pages.ts';

export function getStaticPaths() {
  return readDatasets(process.env.BENCH_RAW_DATA).flatMap((dataset) =>
    [...pagesOf(dataset)].map(({ path, page }) => ({ params: { path: path.replace(/\.json$/, '') }, props: { page } })),
  );
}

export function GET({ props }) {
  return new Response(JSON.stringify(props.page));
}
