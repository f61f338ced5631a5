import { type FilmProblem, judgeFilm } from '@placard/contract'
import { BlobSource, Input, MP4 } from 'mediabunny'
import { posterOf } from './poster.ts'
import { readFilm } from './read-film.ts'

/**
 * Looks at a film that was made as at one that somebody brought. Its poster is drawn of it too: a picture that stands by itself is
 * never far, and its colours are told.
 *
 * @param judge the screens that are to play it
 * @returns `insists`: not every screen plays it
 */
export async function lookAtFilm(
  film: Blob,
  judge: typeof judgeFilm,
): Promise<{ problems: readonly FilmProblem[]; insists: boolean; poster: Blob | undefined }> {
  const input = new Input({ source: new BlobSource(film), formats: [MP4] })
  try {
    const read = await readFilm(input, film)
    if (!read) return { problems: ['container'], insists: false, poster: undefined }
    const problems = judge(read.traits)
    const insists = judgeFilm(read.traits).length > 0
    return { problems, insists, poster: problems.length === 0 ? await posterOf(read.video) : undefined }
  } finally {
    input.dispose()
  }
}
