const nothing = async () => ({});

/** Calls that need nothing made before. */
export const plainCalls = {
  'POST /serviceCenter/find': async () => ({ body: { text: 'rahim' } }),
  'POST /serviceCenter/find/known': async () => ({ body: { phone: '01799999999' } }),
  'POST /serviceCenter/find/opened': async () => ({ body: { ids: [] } }),
  'POST /serviceCenter/find/statuses': async () => ({ body: { search: 'rahim' } }),
  'GET /management/workingHours': nothing,
  'PATCH /management/workingHours': async () => ({ body: {} }),
};
