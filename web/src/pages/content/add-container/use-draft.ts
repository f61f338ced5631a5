import type { ProgrammeKey, Session } from '@placard/contract'
import { useEffect, useState } from 'react'
import { EMPTY_DRAFT } from '../../../features/content/items/item-draft.ts'
import { useChosenPicture } from '../../../features/content/uploads/use-chosen-picture.ts'
import { findDraft, forgetDraft, isStillThere, keepDraft } from './kept-draft.ts'

/**
 * The values of the form, which are kept when the user leaves the page.
 *
 * @param isSent the form is being sent, so nothing of it is kept
 */
export function useDraft(session: Session, programmeKey: ProgrammeKey, isSent: boolean) {
  const [found] = useState(() => findDraft(session, programmeKey))
  const [draft, setDraft] = useState(found?.draft ?? EMPTY_DRAFT)
  const [durationChosen, setDurationChosen] = useState(found?.durationChosen ?? false)
  const picture = useChosenPicture()
  const [lostFile, setLostFile] = useState(found?.file ? null : (found?.fileName ?? null))
  const { choose } = picture
  const file = picture.chosen?.file

  useEffect(() => {
    const before = found?.file
    if (!before) return
    void isStillThere(before).then((isThere) => (isThere ? choose(before) : setLostFile(before.name)))
  }, [found, choose])

  useEffect(() => {
    if (isSent) forgetDraft()
    else
      keepDraft(session, programmeKey, {
        draft,
        durationChosen,
        file: file ?? (lostFile === null ? found?.file : undefined),
      })
  }, [isSent, session, programmeKey, draft, durationChosen, file, found, lostFile])

  return {
    draft,
    setDraft,
    durationChosen,
    setDurationChosen,
    ...picture,
    /** The values were typed on an earlier visit. */
    isFound: found !== undefined,
    /** The name of a file that was chosen before and is missing now, until another is chosen. */
    lostFile: file ? null : lostFile,
  }
}
