import { backupDrills } from '../testing/backup-drills.js';
import { copiedProtocolServer } from '../testing/copied-protocol-server.js';

backupDrills("EventStoreDB's protocol", async () => {
  const server = await copiedProtocolServer();
  return { ...server, restore: (_database, copy) => server.restore(copy) };
});
