const slots = 7;

/** @returns up to seven page numbers: the ends, the present page and its neighbours; negative ones are gaps. */
export function pageNumbers(page: number, totalPages: number): number[] {
  if (totalPages <= slots) return between(1, totalPages);
  if (page <= 4) return [...between(1, 5), -1, totalPages];
  if (page >= totalPages - 3) return [1, -1, ...between(totalPages - 4, totalPages)];
  return [1, -1, page - 1, page, page + 1, -2, totalPages];
}

function between(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_number, at) => from + at);
}
