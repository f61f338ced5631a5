import { IncidentId, IncidentKind, IncidentVersions } from '@placard/contract'
import { z } from 'zod'

/** The content of a delivery, stored together with the incidents that it is about. */
const AboutScreens = z.object({
  what: z.enum(['alarm', 'unsteady', 'back', 'reminder']),
  suspectsServer: z.boolean(),
  incidents: z.array(
    z.object({
      id: IncidentId,
      kind: IncidentKind,
      versions: IncidentVersions.optional(),
      screenId: z.string(),
      name: z.string(),
      displayId: z.string(),
      displayName: z.string(),
      /** The place of the screen, as text. Empty: not given, or stored before places existed. */
      place: z.string().default(''),
      /** IANA name of the display's time zone. */
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
