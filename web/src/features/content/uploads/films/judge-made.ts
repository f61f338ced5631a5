import { type FilmTraits, judgeFilm, judgeInsistedFilm } from '@placard/contract'
import { BlobSource, Input, MP4 } from 'mediabunny'
import { posterOf } from './poster.ts'
import { readFilm } from './read-film.ts'

/** A film that somebody insists on is judged less strictly. `insists`: not every screen plays it. */
export function judged(traits: FilmTraits, keepsQuality: boolean) {
  const forEvery = judgeFilm(traits)
  const problems = keepsQuality && forEvery.length > 0 ? judgeInsistedFilm(traits) : forEvery
  return { problems, insists: forEvery.length > 0 }
}

/**
 * Judges a film that was made like one that somebody brought. Its poster is drawn of it too: a picture that stands by itself is never
 * far, and its colours are told.
 */
export async function judgeMade(film: Blob, keepsQuality: boolean) {
  const input = new Input({ source: new BlobSource(film), formats: [MP4] })
  try {
    const read = await readFilm(input, film)
    if (!read) return { problems: ['container'] as const, insists: false, poster: undefined }
    const { problems, insists } = judged(read.traits, keepsQuality)
    return { problems, insists, poster: problems.length === 0 ? await posterOf(read.video) : undefined }
  } finally {
    input.dispose()
  }
}
