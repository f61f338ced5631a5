import { IncidentId, IncidentKind } from '@placard/contract'
import { z } from 'zod'

/** The content of a delivery, as it is written down with the incidents that it tells of. */
const AboutScreens = z.object({
  what: z.enum(['alarm', 'unsteady', 'back', 'reminder']),
  suspectsServer: z.boolean(),
  incidents: z.array(
    z.object({
      id: IncidentId,
      kind: IncidentKind,
      screenId: z.string(),
      name: z.string(),
      displayId: z.string(),
      displayName: z.string(),
      /** Where the screen hangs, in words. Empty: nobody has said, or it was written down before places were. */
      place: z.string().default(''),
      /** IANA: the clock that its people go by. */
      timeZone: z.string(),
      beganAt: z.int(),
      closedAt: z.int().nullable(),
    }),
  ),
})
export type AboutScreens = z.infer<typeof AboutScreens>

export const SERVER_TROUBLES = ['disk', 'backup', 'certificate'] as const
const AboutServer = z.object({ what: z.literal('server'), trouble: z.enum(SERVER_TROUBLES), detail: z.string() })
export type AboutServer = z.infer<typeof AboutServer>

export const StoredMessage = z.discriminatedUnion('what', [AboutScreens, AboutServer])
export type StoredMessage = z.infer<typeof StoredMessage>
