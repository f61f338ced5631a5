// Runs an identity provider as a separate process. It prints its issuer, and ends when its standard input is closed.
// Arguments: the port, the redirect URI, and JSON of the claims of people, by the name that they type.
import { createTestIdentityProvider } from './identity-provider.ts'

const [port, redirectUri = '', people = '{}'] = process.argv.slice(2)
const provider = await createTestIdentityProvider({
  port: Number(port),
  // Another site than localhost, where the server is, from the view of a browser.
  host: '127.0.0.1',
  redirectUris: [redirectUri],
})
for (const [name, claims] of Object.entries<Record<string, unknown>>(JSON.parse(people))) {
  provider.people.set(name, claims)
}
console.log(provider.issuer)
process.stdin.resume().on('end', async () => {
  await provider.stop()
  process.exit()
})
