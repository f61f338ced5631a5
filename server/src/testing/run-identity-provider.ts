// An identity provider as a process of its own: prints its issuer, and ends with whoever holds its input.
// Arguments: the port, the redirect URI, and JSON of what it says of people, by the name that they type.
import { createTestIdentityProvider } from './identity-provider.ts'

const [port, redirectUri = '', people = '{}'] = process.argv.slice(2)
const provider = await createTestIdentityProvider({
  port: Number(port),
  // To a browser another site than localhost, which is where the server is.
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
