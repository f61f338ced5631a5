// Loaded before the server. It removes the syncs of its files; its database keeps them. A control like
// `skip-database-sync.ts`.
import { open } from 'node:fs/promises'

const file = await open(import.meta.filename)
const prototype: { sync: () => Promise<void>; datasync: () => Promise<void> } = Object.getPrototypeOf(file)
await file.close()
prototype.sync = async () => {}
prototype.datasync = async () => {}
