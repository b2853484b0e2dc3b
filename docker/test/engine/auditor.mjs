// Logs in as auditor, and prints the addresses from which Party 1 signed the agreements. Its argument is {
// url, password, ids } as JSON.
const { url, password, ids } = JSON.parse(process.argv[2]);

const login = await fetch(`${url}/api/admin/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ password }),
});
if (login.status !== 200) throw new Error(`login: ${login.status} ${await login.text()}`);
const cookie = login.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
const addresses = [];
for (const id of ids) {
  const answer = await fetch(`${url}/api/audit/ndas/${id}/events`, { headers: { cookie } });
  const { items } = await answer.json();
  const { ip, userAgent } = items.find(({ type }) => type === 'Party1Signed');
  if (userAgent === null) throw new Error(`${id}: nothing was recorded about the signer`);
  addresses.push(ip);
}
console.log(JSON.stringify(addresses));
