import { type CreateItem, DEFAULT_VISIBLE } from '@placard/contract'
import { readFilmLength, UNKNOWN_FILM_SECONDS } from '../../features/items/film-length.ts'
import { fileNameOf } from '../../features/items/typed-address.ts'
import { titleOfFile } from '../../features/uploads/title-of-file.ts'

/** A film by its address alone: with the name of its file as far as it has one, and for its whole length. @param untitled for one without a name */
export async function filmOf(type: 'youtube' | 'video', url: string, untitled: string): Promise<CreateItem> {
  const title = type === 'youtube' ? untitled : titleOfFile(fileNameOf(url), untitled)
  const duration = (await readFilmLength(type, url)) ?? UNKNOWN_FILM_SECONDS
  return { title, type, url, duration, visible: DEFAULT_VISIBLE }
}
