import { backupDrills } from './backup-drills.js';
import { copiedProtocolServer } from '../log/copied-protocol-server.js';

backupDrills("EventStoreDB's protocol", async () => {
  const server = await copiedProtocolServer();
  return { ...server, restore: (_database, copy) => server.restore(copy) };
});
