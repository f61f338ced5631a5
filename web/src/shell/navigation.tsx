import { isPlaylistId, PAGES, type Session } from '@placard/contract'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import {
  BuildingIcon,
  GridIcon,
  PeopleIcon,
  PictureIcon,
  ScreenIcon,
  StackIcon,
  TableIcon,
  WarningIcon,
} from '../platform/ui/icons.tsx'
import { useChosenDisplay } from './chosen-display.ts'
import styles from './navigation.module.css'

type Page = (typeof PAGES)[keyof typeof PAGES]

type Entry = {
  page: Page
  /** Pages that belong to this entry and have none of their own. */
  with: readonly Page[]
  label:
    | 'nav.displays'
    | 'nav.playlists'
    | 'nav.tables'
    | 'nav.library'
    | 'screens.heading'
    | 'nav.take-over'
    | 'nav.people'
    | 'nav.organisation'
    | 'console.title'
  icon: ComponentType
  /**
   * `narrow`: in the account menu if there is not enough room; a phone has room for five. `always`: never in the bar, which has no
   * room for eight.
   */
  inMenu?: 'narrow' | 'always'
  /** The same condition as in the page itself. */
  isOpenTo: (session: Session) => boolean
  /** Also for users who are limited to tables: they have these entries alone, and a phone has room for them. */
  ofTables?: true
}

/** The entries of the navigation, in order. A new one needs a row here, a label and possibly an icon. */
const ENTRIES: readonly Entry[] = [
  {
    page: PAGES.dashboard,
    with: [PAGES.addContainer, PAGES.week, PAGES.layout, PAGES.wall],
    label: 'nav.displays',
    icon: ScreenIcon,
    isOpenTo: ({ profile }) => profile !== null,
  },
  {
    page: PAGES.playlists,
    with: [PAGES.addContainer, PAGES.week],
    label: 'nav.playlists',
    icon: StackIcon,
    isOpenTo: ({ profile }) => profile !== null,
  },
  {
    page: PAGES.library,
    with: [],
    label: 'nav.library',
    icon: PictureIcon,
    isOpenTo: ({ profile }) => profile !== null,
  },
  {
    page: PAGES.screens,
    with: [],
    label: 'screens.heading',
    icon: GridIcon,
    isOpenTo: ({ profile }) => profile !== null,
  },
  {
    page: PAGES.takeOver,
    with: [],
    label: 'nav.take-over',
    icon: WarningIcon,
    isOpenTo: ({ profile }) => profile !== null,
  },
  {
    page: PAGES.tables,
    with: [],
    label: 'nav.tables',
    icon: TableIcon,
    inMenu: 'narrow',
    isOpenTo: ({ profile, limited }) => profile !== null && !limited,
    ofTables: true,
  },
  {
    page: PAGES.people,
    with: [],
    label: 'nav.people',
    icon: PeopleIcon,
    inMenu: 'narrow',
    isOpenTo: ({ role }) => role === 'owner',
  },
  {
    page: PAGES.people,
    with: [],
    label: 'nav.organisation',
    icon: PeopleIcon,
    inMenu: 'narrow',
    isOpenTo: ({ role }) => role !== null && role !== 'owner',
    ofTables: true,
  },
  {
    page: PAGES.console,
    with: [],
    label: 'console.title',
    icon: BuildingIcon,
    inMenu: 'always',
    isOpenTo: ({ operator }) => operator,
  },
]

/** @returns the user's entries; none if there is only one, because there is nothing to choose */
export function entriesFor(session: Session): readonly Entry[] {
  if (session.tables) return ENTRIES.filter(({ ofTables }) => ofTables).map(({ inMenu: _, ...entry }) => entry)
  const open = ENTRIES.filter(({ isOpenTo }) => isOpenTo(session))
  return open.length > 1 ? open : []
}

/** The page of the entry that was just followed. Its navigation is a new element, which gets the focus. */
let followedTo: string | undefined

/** The primary navigation: in the bar on a wide page, at the bottom on a narrow one, near the thumb. */
export function Navigation({ session }: { session: Session }) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  const { pathTo } = useChosenDisplay(session)
  const current = useRef<HTMLAnchorElement>(null)
  const entries = entriesFor(session).filter(({ inMenu }) => inMenu !== 'always')
  // The page for adding containers may be about a display or a playlist, and so may the week page.
  const query = new URLSearchParams(search)
  const isOfPlaylist = isPlaylistId(query.get('playlist') ?? query.get('id') ?? '')

  useEffect(() => {
    if (followedTo === pathname && document.activeElement === document.body) {
      current.current?.focus({ preventScroll: true })
    }
    followedTo = undefined
  }, [pathname])

  if (entries.length === 0) return null
  return (
    <nav className={styles.navigation} aria-label={t('nav.label')}>
      {entries.map((entry) => {
        const { page, label, icon: Icon } = entry
        const isHere = pathname === page
        const isWithin = entry.with.some((one) => pathname === one) && (page === PAGES.playlists) === isOfPlaylist
        return (
          <Link
            key={label}
            ref={isHere ? current : null}
            to={pathTo(page)}
            className={styles.entry}
            data-narrow={entry.inMenu}
            aria-current={isHere ? 'page' : isWithin ? 'true' : undefined}
            onClick={() => {
              followedTo = page
              scrollTo({ top: 0 })
            }}
          >
            <span className={styles.icon}>
              <Icon />
            </span>
            <span className={styles.label}>{t(label)}</span>
          </Link>
        )
      })}
    </nav>
  )
}
