import type { Display, Programme } from '@placard/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'

/** [SD9] Lists the entries affected by another time zone: all entries with a schedule keep their local times. */
export default function WhatMoves({ display }: { display: Display }) {
  const { t, language } = useI18n()
  const [titles, setTitles] = useState<string[]>([])
  const { organisationId, id: displayId } = display

  useEffect(() => {
    let isOver = false
    const tell = ({ items, lines, playlists }: Programme) => {
      if (isOver) return
      // Entries of playlists use the clock of each display that includes them.
      const named = [{ items, lines }, ...playlists].flatMap((held) => [
        ...held.items,
        ...held.lines.map(({ text, ...line }) => ({ ...line, title: text })),
      ])
      setTitles(named.filter(({ schedule }) => schedule).map(({ title }) => title))
    }
    // Only a hint: the form works without it.
    call('getProgramme', { params: { organisationId, displayId } }).then(tell, () => {})
    return () => {
      isOver = true
    }
  }, [organisationId, displayId])

  if (titles.length === 0) return null
  const named = titles.slice(0, NAMED_AT_MOST).map((title) => t('display.zone-moves-one', { title }))
  const others = titles.length - named.length
  const all = others === 0 ? named : [...named, t('display.zone-moves-more', { count: others })]
  return <Note text={t('display.zone-moves', { titles: new Intl.ListFormat(language).format(all) })} />
}

/** The most titles that are named; the others are counted. */
const NAMED_AT_MOST = 4
