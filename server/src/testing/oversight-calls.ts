type Scene = { center: string };

const nothing = async () => ({});
const ofCenter = async ({ center }: Scene) => ({ query: { serviceCenter: center } });
const days = async () => ({ query: { from: '2026-03-01', to: '2026-03-10' } });
const pendingOfCenter = async ({ center }: Scene) => ({
  query: { status: 'pending', serviceCenter: center },
});

export const oversightCalls: Record<string, (scene: Scene) => Promise<{ query?: Record<string, string> }>> = {
  'GET /management/neglected': pendingOfCenter,
  'GET /management/neglected/groups': async () => ({ query: { status: 'pending', by: 'advisor' } }),
  'GET /management/neglected/worklist': pendingOfCenter,
  'GET /management/neglected/csv': pendingOfCenter,
  'GET /management/reports/dashboard': ofCenter,
  'GET /management/reports/leadReport': async ({ center }) => ({ query: { serviceCenterId: center } }),
  'GET /management/reports/getReportsForServiceCenters': nothing,
  'GET /management/reports/getReportsForServiceCenters/csv': nothing,
  'GET /management/reports/getReportsForEmployee': nothing,
  'GET /management/reports/getReportsForEmployee/csv': nothing,
  'GET /management/reports/downloadAllCollections': nothing,
  'GET /management/reports/getContactsForEmployee': nothing,
  'GET /management/reports/getContactsForEmployee/csv': nothing,
  'GET /management/reports/late': ofCenter,
  'GET /management/reports/comparison': days,
  'GET /management/reports/comparison/csv': days,
};
