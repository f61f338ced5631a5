import { createDocument } from './document.ts'

// Prints the OpenAPI document as a server on https describes itself, for client/build.ts.
process.stdout.write(JSON.stringify(createDocument({ cookieName: '__Host-sid' })))
