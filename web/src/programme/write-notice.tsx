import type { Programme, ProgrammeKey, Session } from '@placard/contract'
import { useMemo } from 'react'
import { MediaFrom } from '../features/content/items/media-from.ts'
import { NoticesHere } from '../features/content/items/notices-here.ts'
import NoticeForm, { type NoticeStart } from '../features/content/notices/notice-form.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'

const ReplacePicture = lazyDialog(() => import('../features/content/uploads/replace-picture.tsx'), { quiet: true })

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined while it is loading. */
  programme: Programme | undefined
  session: Session
  start: NoticeStart
  onClose: () => void
}

/** CT12, CT14 */
export default function WriteNotice({ programmeKey, programme, session, start, onClose }: Props) {
  const { organisationId } = programmeKey
  const zoneOffsets = programme?.zoneOffsets
  const here = useMemo(() => ({ organisationId, zoneOffsets }), [organisationId, zoneOffsets])
  return (
    <MediaFrom value={programme?.mediaUrl}>
      <NoticesHere value={here}>
        <NoticeForm
          programmeKey={programmeKey}
          start={start}
          saved={start.do === 'edit' ? programme?.items.find(({ id }) => id === start.item.id) : undefined}
          owner={session.email}
          maySetBrand={session.role === 'owner'}
          replace={(how) => <ReplacePicture organisationId={organisationId} {...how} />}
          onClose={onClose}
        />
      </NoticesHere>
    </MediaFrom>
  )
}
