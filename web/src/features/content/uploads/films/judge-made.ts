import { type FilmTraits, judgeFilm, judgeInsistedFilm } from '@placard/contract'
import { BlobSource, Input, MP4 } from 'mediabunny'
import { posterOf } from './poster.ts'
import { readFilm } from './read-film.ts'

/** Judges a film, less strictly if its quality is to be kept. `insists`: not every screen plays it. */
export function judged(traits: FilmTraits, keepsQuality: boolean) {
  const forEvery = judgeFilm(traits)
  const problems = keepsQuality && forEvery.length > 0 ? judgeInsistedFilm(traits) : forEvery
  return { problems, insists: forEvery.length > 0 }
}

/**
 * Judges a converted film like a chosen one. Its poster is drawn from the converted film too, where a key frame is never far and the
 * colours are declared.
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
