import { tellTooOld } from './too-old.ts'

tellTooOld()
