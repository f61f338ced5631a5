import { SCREEN_BEAT_MS, SCREEN_SILENT_MS, SCREEN_UNSEEN_MS, type Screen, type ScreenAlarm } from '@placard/contract'
import type { Stretch } from '@placard/playback'

/**
 * Decides whether somebody should go and look at a glass (F64).
 *
 * @param screen `beat` is null for one that says nothing of its glass: then nobody can know
 * @param watchingSince since when this process has heard all that screens say: what it could not hear is not silence
 * @param opening whether the display is open now (SH2): outside of its hours nobody need look, and what it did not say until they
 * began is not silence
 * @param now as every other instant here, of the server's clock
 */
export function alarmOf(
  { beat, seenAt }: { beat: Pick<NonNullable<Screen['beat']>, 'at' | 'paintedAt'> | null; seenAt: number },
  watchingSince: number,
  opening: Pick<Stretch, 'isOn' | 'since'>,
  now: number,
): ScreenAlarm | null {
  if (!beat || !opening.isOn) return null
  const listeningSince = Math.max(watchingSince, opening.since)
  const heardAt = Math.max(beat.at, seenAt)
  // A browser lets a page that nobody sees speak once a minute at most: that is not yet silence.
  const saysDark =
    beat.at - beat.paintedAt > SCREEN_BEAT_MS && beat.at >= listeningSince && now - heardAt <= SCREEN_UNSEEN_MS
  if (saysDark) return now - beat.paintedAt > SCREEN_SILENT_MS ? { kind: 'dark', since: beat.paintedAt } : null
  return now - Math.max(heardAt, listeningSince) > SCREEN_SILENT_MS ? { kind: 'silent', since: heardAt } : null
}
