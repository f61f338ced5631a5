import type { Session } from '@placard/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createItem } from '../features/content/items/use-items.ts'
import { createUploads, type Uploads } from '../features/content/uploads/uploads.ts'

let current: { owner: string; uploads: Uploads } | undefined

/** The uploads of the signed-in user. They continue while the user visits other pages of the application. */
export function uploadsOf(session: Session, client: QueryClient): Uploads {
  if (current?.owner === session.email) return current.uploads
  current?.uploads.close()
  const uploads = createUploads({
    owner: session.email,
    save: ({ programmeKey, title, duration, visible }, type, url, idempotencyKey) => {
      // [CT7] A film without a duration is shown whole.
      const lasts = type === 'video' ? {} : { duration }
      return createItem(client, programmeKey, { title, type, url, ...lasts, visible }, idempotencyKey)
    },
  })
  current = { owner: session.email, uploads }
  return uploads
}
