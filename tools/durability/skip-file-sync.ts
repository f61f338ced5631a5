// Loaded before the server, it takes the syncs from its files (its database keeps them): a control, as the one beside it.
import { open } from 'node:fs/promises'

const file = await open(import.meta.filename)
const prototype: { sync: () => Promise<void>; datasync: () => Promise<void> } = Object.getPrototypeOf(file)
await file.close()
prototype.sync = async () => {}
prototype.datasync = async () => {}
