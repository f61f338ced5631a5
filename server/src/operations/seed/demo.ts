import { randomBytes } from 'node:crypto'
import {
  Board,
  type BoardLook,
  type ColumnType,
  type CreateItem,
  CreateProposalLink,
  CreateTable,
  DisplayId,
  Email,
  type MediaFile,
  NO_PICTURE,
  type Notice,
  OrganisationId,
  PROPOSAL_KINDS,
  type ProgrammeKey,
  playerPath,
  proposePath,
  type ReadCodeWay,
  type Role,
  type Schedule,
  type TableId,
  UserId,
} from '@placard/contract'
import { z } from 'zod'
import { COMMAND_LINE } from '../../content/activity/service.ts'
import { updateBrand } from '../../content/brand/service.ts'
import { createDisplay, type Sender, updateDisplay } from '../../content/displays/service.ts'
import { createItem } from '../../content/items/service.ts'
import { setLayout } from '../../content/layouts/service.ts'
import { createLine } from '../../content/lines/service.ts'
import { createPlaylist, includePlaylist } from '../../content/playlists/service.ts'
import { createTable } from '../../content/tables/service.ts'
import type { Accounts } from '../../people/accounts/service.ts'
import { createProposalLink, propose, requireLink, SOMEBODY } from '../../people/proposals/service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { createOrganisation, listOrganisations } from '../../platform/organisations/service.ts'
import { prepareTakeOver } from '../../playout/take-overs/service.ts'
import { removeOrganisation, setSuspended } from '../console/service.ts'
import * as store from './demo.store.ts'
import { SAMPLES, type Sample, storeSample } from './samples.ts'

type DemoItem = { title: string; seconds: number; hidden?: true; schedule?: Schedule } & (
  | { sample: Sample['file'] }
  | { notice: Notice }
  /** `table`: the name of one of the organisation's tables. */
  | { board: { table: string; look: BoardLook } }
)
type DemoLine = string | { text: string; schedule: Schedule }
type DemoTable = { name: string; columns: { name: string; type: ColumnType; currency?: string }[]; rows: string[][] }
type DemoContents = { items: DemoItem[]; lines: DemoLine[] }
type DemoOrganisation = {
  id: string
  name: string
  /** Brand colour, used for its notices. */
  colour: string
  tables?: DemoTable[]
  displays: (DemoContents & {
    id: string
    name: string
    timeZone: string
    /** The way it offers its page to read. */
    readCode?: ReadCodeWay
    /** The name of the playlist in a side bar. Absent: no layout. */
    sideBar?: string
  })[]
  /** Prepared take-overs. */
  prepared?: { name: string; notice: Notice }[]
  /** `on`: ids of the displays that include it. */
  playlists?: (DemoContents & { name: string; on: string[]; schedule?: Schedule })[]
  /** Proposals of people without an account, through one link for the first display. */
  proposals?: { link: string; waiting: { by: string; days: number; notice: Notice }[] }
  people: { email: string; name: string; role: Role }[]
}

const DAY_MS = 24 * 60 * 60_000
const WEEKDAYS = [1, 2, 3, 4, 5]

/** Nobody owns these addresses: the domain is reserved for examples. */
const DEMO: DemoOrganisation[] = [
  {
    id: 'demo-college',
    name: 'Riverside College',
    colour: '#1b4f72',
    tables: [
      {
        name: 'Rooms today',
        columns: [
          { name: 'Room', type: 'words' },
          { name: 'Time', type: 'time' },
          { name: 'Until', type: 'time' },
          { name: 'Name', type: 'words' },
        ],
        rows: [
          ['Hall 2', '09:00', '10:30', 'Signals and systems'],
          ['Hall 2', '11:00', '12:30', 'Antennas'],
          ['Hall 2', '14:00', '15:30', 'Control of machines'],
          ['Hall 4', '09:00', '10:30', 'Mathematics 1'],
          ['Hall 4', '13:30', '15:00', 'Digital circuits'],
          ['Seminar room', '10:00', '11:30', 'Robotics project'],
          ['Seminar room', '15:00', '17:00', 'Chess club'],
        ],
      },
    ],
    displays: [
      {
        id: 'lobby',
        name: 'Main lobby',
        timeZone: 'Asia/Kolkata',
        readCode: 'card',
        items: [
          { sample: 'welcome.jpg', title: 'Welcome, new students', seconds: 10 },
          {
            title: 'Open day on Saturday',
            seconds: 14,
            notice: {
              look: 'poster',
              heading: 'Open day on Saturday',
              body: '- **10:00** Robots that find their way, hall 2\n- **11:30** Antennas on the roof\n- **14:00** Ask our students anything',
              byline: '{weekday}, {date}',
              link: 'https://college.demo.example/open-day',
            },
          },
          { sample: 'wave-signal-message.mp4', title: 'From wave to message', seconds: 12 },
          { sample: 'tech-symposium.jpg', title: 'Symposium: register by Friday', seconds: 12 },
          { sample: 'opening-hours.jpg', title: 'Hours in the holidays', seconds: 8, hidden: true },
        ],
        lines: [
          'Lecture hall 2 is closed today: all lectures are in hall 4',
          {
            text: 'The canteen is open until 16:00',
            schedule: { days: WEEKDAYS, hours: [{ from: '11:00', until: '16:00' }] },
          },
        ],
      },
      {
        id: 'library',
        name: 'Library',
        timeZone: 'Asia/Kolkata',
        items: [
          { sample: 'opening-hours.jpg', title: 'Opening hours', seconds: 15 },
          { title: 'Rooms today', seconds: 15, board: { table: 'Rooms today', look: 'rooms' } },
          { sample: 'welcome.jpg', title: 'How to borrow', seconds: 10 },
        ],
        lines: ['Please return books by the end of term'],
      },
    ],
    playlists: [
      {
        name: 'Campus news',
        on: ['lobby', 'library'],
        items: [
          { sample: 'tech-symposium.jpg', title: 'Symposium: last seats', seconds: 10 },
          { sample: 'welcome.jpg', title: 'Sports day on the lawn', seconds: 10 },
        ],
        lines: ['Buses leave ten minutes later this week'],
      },
      {
        name: 'Lunch',
        on: ['lobby'],
        schedule: { days: WEEKDAYS, hours: [{ from: '11:30', until: '14:00' }] },
        items: [{ sample: 'opening-hours.jpg', title: 'Today in the canteen', seconds: 12 }],
        lines: [],
      },
    ],
    proposals: {
      link: 'Student clubs',
      waiting: [
        {
          by: 'Priya, chess club',
          days: 21,
          notice: {
            look: 'poster',
            heading: 'Chess club, every Monday',
            body: 'At four in room 12. Beginners are **welcome**, and boards are there.',
            byline: '',
          },
        },
        {
          by: 'Arjun, third year',
          days: 7,
          notice: {
            look: 'paper',
            heading: 'Cake sale for the library',
            body: 'Friday at noon, in front of the canteen.\n\nAll proceeds go to new books.',
            byline: '',
          },
        },
      ],
    },
    people: [
      { email: 'head@college.demo.example', name: 'Asha Rao', role: 'owner' },
      { email: 'desk@college.demo.example', name: 'Vikram Iyer', role: 'editor' },
      { email: 'club@college.demo.example', name: 'Kiran Das', role: 'contributor' },
      { email: 'guest@college.demo.example', name: 'Meera Nair', role: 'viewer' },
    ],
  },
  {
    id: 'demo-clinic',
    name: 'Harbour Clinic',
    colour: '#0b6e6e',
    displays: [
      {
        id: 'waiting',
        name: 'Waiting room',
        timeZone: 'Europe/Berlin',
        items: [
          { sample: 'welcome.jpg', title: 'Welcome', seconds: 12 },
          {
            title: 'Flu vaccination, no appointment needed',
            seconds: 15,
            notice: {
              look: 'paper',
              heading: 'Flu vaccination, no appointment needed',
              body: 'Every weekday from **9:00 to 12:00** in room 3.\n\nPlease bring your card and your vaccination record.',
              byline: 'It is {time}. Thank you for waiting.',
            },
          },
          { sample: 'opening-hours.jpg', title: 'When we are here', seconds: 12 },
        ],
        lines: ['Please have your card ready', 'Masks are at the entrance'],
      },
    ],
    prepared: [
      {
        name: 'Computers are down',
        notice: {
          look: 'alert',
          heading: 'Our computers are down',
          body: 'You are seen all the same, in the order in which you came.\n\nPlease tell the desk your name.',
          byline: '{time}',
        },
      },
    ],
    people: [{ email: 'office@clinic.demo.example', name: 'Jonas Behrens', role: 'owner' }],
  },
  {
    id: 'demo-works',
    name: 'Northgate Works',
    colour: '#8a3b12',
    tables: [
      {
        name: 'Menu',
        columns: [
          { name: 'Section', type: 'words' },
          { name: 'Dish', type: 'words' },
          { name: 'Allergens', type: 'words' },
          { name: 'Price', type: 'money', currency: 'GBP' },
          { name: 'Sold out', type: 'yes-no' },
        ],
        rows: [
          ['Soups', 'Pea soup', '', '2.40', 'no'],
          ['Soups', 'Tomato soup', '', '2.40', 'yes'],
          ['Hot food', 'Fish and chips', 'fish, gluten', '6.80', 'no'],
          ['Hot food', 'Vegetable curry', '', '5.60', 'no'],
          ['Afters', 'Apple pie', 'gluten, egg', '2.20', 'no'],
        ],
      },
    ],
    displays: [
      {
        id: 'canteen',
        name: 'Canteen',
        timeZone: 'Europe/London',
        sideBar: 'Menu of the canteen',
        items: [
          { sample: 'opening-hours.jpg', title: 'This week', seconds: 10 },
          {
            sample: 'welcome.jpg',
            title: 'Lunch is served',
            seconds: 8,
            schedule: { days: WEEKDAYS, hours: [{ from: '11:30', until: '14:00' }] },
          },
          { sample: 'wave-signal-message.mp4', title: 'How our sensors work', seconds: 12 },
        ],
        lines: ['212 days without an accident', 'Fire drill on Thursday at 10:00'],
      },
      {
        id: 'gate',
        name: 'Gate 2',
        timeZone: 'Europe/London',
        items: [
          {
            title: 'Hard hats from here on',
            seconds: 10,
            notice: {
              look: 'alert',
              heading: 'Hard hats from here on',
              body: 'Helmets and vests hang on the left.',
              byline: 'Safety office, extension 112',
            },
          },
          { sample: 'welcome.jpg', title: 'Visitors: please sign in at the desk', seconds: 15 },
        ],
        lines: ['Lorries: turn left behind the gate'],
      },
    ],
    playlists: [
      {
        name: 'Menu of the canteen',
        on: [],
        items: [
          {
            title: 'Menu',
            seconds: 15,
            board: { table: 'Menu', look: 'menu' },
          },
          {
            title: 'Tea and coffee',
            seconds: 10,
            notice: { look: 'split', heading: 'Tea and coffee', body: 'All day, next to the till', byline: '' },
          },
        ],
        lines: [],
      },
    ],
    prepared: [
      {
        name: 'Fire alarm',
        notice: {
          look: 'alert',
          heading: 'Leave the building now',
          body: '- Take the nearest stairs, no lift\n- Meet at **gate 2**',
          byline: 'Safety office, extension 112',
        },
      },
    ],
    people: [
      { email: 'office@works.demo.example', name: 'Grace Hall', role: 'owner' },
      { email: 'shift@works.demo.example', name: 'Tom Wells', role: 'editor' },
    ],
  },
]

/** The organisations and accounts of a demo, recorded when it is created. Only these are removed with it. */
const DemoRecord = z.object({ organisations: z.array(OrganisationId), emails: z.array(Email) })

export type Demo = {
  organisations: { id: string; name: string; players: string[]; proposing: string[] }[]
  people: { email: string; role: Role; organisationId: string }[]
  /** Password of all its accounts, generated for this demo. */
  password: string
}

export type DemoRefused = { status: 'there-already' } | { status: 'taken'; names: string[] }

/**
 * Fills an installation with the content of a busy one, all or nothing.
 *
 * @returns the conflicting names, when something existed already
 */
export async function createDemo(
  context: Context,
  accounts: Accounts,
): Promise<({ status: 'created' } & Demo) | DemoRefused> {
  if ((await store.findRecord(context.database.queries)) !== undefined) return { status: 'there-already' }
  const present = new Set<string>([
    ...(await listOrganisations(context)).map(({ id }) => id),
    ...(await accounts.listUsers()).map(({ email }) => email),
  ])
  const emails = DEMO.flatMap(({ people }) => people.map(({ email }) => Email.parse(email)))
  const organisations = DEMO.map(({ id }) => OrganisationId.parse(id))
  const names = [...organisations, ...emails].filter((name) => present.has(name))
  if (names.length > 0) return { status: 'taken', names }

  const password = randomBytes(15).toString('base64url')
  const record = JSON.stringify({ organisations, emails } satisfies z.infer<typeof DemoRecord>)
  // Recorded first, so that a demo that was interrupted can be removed.
  await store.createRecord(context.database.queries, record)
  for (const { people } of DEMO) {
    for (const { email, name } of people) await accounts.createUser({ email: Email.parse(email), name, password })
  }
  const links = new Map<string, string[]>()
  await inTransaction(context, async (inside) => {
    for (const organisation of DEMO) links.set(organisation.id, await fill(inside, accounts, organisation))
  })
  return {
    status: 'created',
    organisations: DEMO.map(({ id, name, displays }) => ({
      id,
      name,
      players: displays.map((display) =>
        playerPath({ organisationId: OrganisationId.parse(id), displayId: DisplayId.parse(display.id) }),
      ),
      proposing: links.get(id) ?? [],
    })),
    people: DEMO.flatMap(({ id, people }) => people.map(({ email, role }) => ({ email, role, organisationId: id }))),
    password,
  }
}

/** @returns false when there is no demo */
export async function removeDemo(context: Context, accounts: Accounts): Promise<boolean> {
  const text = await store.findRecord(context.database.queries)
  if (text === undefined) return false
  const { organisations, emails } = DemoRecord.parse(JSON.parse(text))
  const present = new Set<string>((await listOrganisations(context)).map(({ id }) => id))
  for (const id of organisations) {
    if (!present.has(id)) continue
    await setSuspended(context, accounts, COMMAND_LINE, id, true)
    await removeOrganisation(context, accounts, id)
  }
  await context.database.transaction(async (queries) => {
    await store.removeUsers(queries, emails)
    await store.removeRecord(queries)
  })
  return true
}

/** @returns paths of the pages where people without an account make proposals */
async function fill(
  context: Context,
  accounts: Accounts,
  { id, name, colour, tables = [], displays, prepared = [], playlists = [], proposals, people }: DemoOrganisation,
): Promise<string[]> {
  const organisationId = OrganisationId.parse(id)
  await createOrganisation(context, organisationId, name)
  const sender = senderOf(organisationId, people[0]?.email ?? '')
  await updateBrand(context, sender, organisationId, { colour })
  const made: Made = { files: new Map(), tables: new Map() }
  for (const { name: called, columns, rows } of tables) {
    const cells = rows.map((row) => ({
      cells: Object.fromEntries(columns.map((column, index) => [column.name, row[index]])),
    }))
    const wanted = CreateTable.parse({ name: called, language: 'en-GB', columns, rows: cells })
    made.tables.set(called, (await createTable(context, sender, organisationId, wanted)).table.id)
  }
  for (const display of displays) {
    const key = { organisationId, displayId: DisplayId.parse(display.id) }
    await createDisplay(context, key, { name: display.name, timeZone: display.timeZone })
    if (display.readCode) await updateDisplay(context, sender, key, { readCode: display.readCode })
    await fillProgramme(context, sender, key, display, made)
  }
  for (const { name, on, schedule, ...contents } of playlists) {
    const { playlist } = await createPlaylist(context, sender, organisationId, { name })
    const key = { organisationId, playlistId: playlist.id }
    await fillProgramme(context, sender, key, contents, made)
    if (on.length > 0) {
      await includePlaylist(context, sender, key, { displays: on.map((one) => DisplayId.parse(one)), schedule })
    }
    for (const display of displays.filter(({ sideBar }) => sideBar === name)) {
      const shape = { arrangement: 'side-bar' as const, dividers: [70], side: 'end' as const, pinned: false }
      const layout = { ...shape, zones: [{ playlistId: playlist.id, stays: false }] }
      await setLayout(context, sender, { organisationId, displayId: DisplayId.parse(display.id) }, { layout }, 'any')
    }
  }
  for (const { name: called, notice } of prepared)
    await prepareTakeOver(context, sender, { name: called, content: { kind: 'notice', notice } })
  const [first] = displays
  for (const { email, role } of people) {
    await accounts.putProfile(context, {
      email: Email.parse(email),
      id: DisplayId.parse(first?.id),
      org: organisationId,
      msg: '',
      subType: 'standard',
      role,
    })
  }
  if (!proposals || !first) return []
  return [await fillProposals(context, sender, { organisationId, displayId: DisplayId.parse(first.id) }, proposals)]
}

/** @returns the path of its link */
async function fillProposals(
  context: Context,
  { caller }: Sender,
  key: ProgrammeKey,
  { link: name, waiting }: NonNullable<DemoOrganisation['proposals']>,
): Promise<string> {
  const wanted = CreateProposalLink.parse({ name, kinds: [...PROPOSAL_KINDS], days: 30 })
  const { token } = await createProposalLink(context, caller, key, wanted)
  const { link } = await requireLink(context, context.database.queries, token)
  for (const { by, days, notice } of waiting) {
    const proposer = { holder: 'demo', name: by, email: null, signedInAs: null, link, actor: SOMEBODY }
    const content = { kind: 'notice' as const, title: notice.heading, notice, url: NO_PICTURE }
    const lastDay = new Date(context.now() + days * DAY_MS).toISOString().slice(0, 10)
    await propose(context, proposer, key, { content, lastDay }, undefined)
  }
  // The demo accounts have no mailbox.
  await store.tellOfNoProposal(context.database.queries, key.organisationId)
  return proposePath(token)
}

/** An organisation's files by the names of their samples, and its tables by their names. */
type Made = { files: Map<string, MediaFile>; tables: Map<string, TableId> }

/** @param made new files are added */
async function fillProgramme(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  { items, lines }: DemoContents,
  made: Made,
): Promise<void> {
  for (const item of items) {
    const shown = await shownOf(item)
    const wanted: CreateItem = {
      title: item.title,
      ...shown,
      duration: item.seconds,
      visible: item.hidden !== true,
      ...(item.schedule ? { schedule: item.schedule } : {}),
    }
    await createItem(context, sender, key, wanted)
  }
  for (const line of lines) {
    await createLine(context, sender, key, typeof line === 'string' ? { text: line } : line)
  }

  function shownOf(item: DemoItem): Promise<Pick<CreateItem, 'type' | 'url' | 'notice' | 'board'>> {
    if ('sample' in item) return storeOnce(context, key.organisationId, item.sample, made.files)
    if ('notice' in item) return Promise.resolve({ type: 'notice', url: NO_PICTURE, notice: item.notice })
    const { table, look } = item.board
    const board = Board.parse({ tableId: made.tables.get(table), look, title: table })
    return Promise.resolve({ type: 'board', url: NO_PICTURE, board })
  }
}

/** Stores each sample once per organisation. */
async function storeOnce(
  context: Context,
  organisationId: OrganisationId,
  name: Sample['file'],
  stored: Map<string, MediaFile>,
): Promise<{ url: string; type: CreateItem['type'] }> {
  const sample = SAMPLES.find(({ file }) => file === name)
  if (!sample) throw new Error(`there is no sample ${name}`)
  const file = stored.get(name) ?? (await storeSample(context, organisationId, sample))
  stored.set(name, file)
  return { url: file.url, type: sample.item.type }
}

function senderOf(organisationId: OrganisationId, email: string): Sender {
  const userId = UserId.parse('demo')
  return {
    caller: {
      userId,
      email,
      sessionId: '',
      operator: false,
      organisationId,
      role: 'owner',
      displays: null,
      tables: null,
    },
    commandKey: undefined,
  }
}
