import { z } from 'zod'

// The Content-Security-Policy forbids code made at run time. Schemas decide when they are made, so this is a module of its
// own that the entry imports before anything that brings the contract.
z.config({ jitless: true })
