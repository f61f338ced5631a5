import type { Display, Programme } from '@placard/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'

/** [SD9] What another time zone moves: everything that has a schedule keeps its times, by another clock. */
export default function WhatMoves({ display }: { display: Display }) {
  const { t, language } = useI18n()
  const [titles, setTitles] = useState<string[]>([])
  const { organisationId, id: displayId } = display

  useEffect(() => {
    let isOver = false
    const tell = ({ items, lines, playlists }: Programme) => {
      if (isOver) return
      // Entries that a playlist brings go by the clock of each display that it is on.
      const named = [{ items, lines }, ...playlists].flatMap((held) => [
        ...held.items,
        ...held.lines.map(({ text, ...line }) => ({ ...line, title: text })),
      ])
      setTitles(named.filter(({ schedule }) => schedule).map(({ title }) => title))
    }
    // It is a word to the wise: without it the form works as well.
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

/** The rest is counted. */
const NAMED_AT_MOST = 4
