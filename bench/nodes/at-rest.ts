import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DisplayId, type ItemId, ScreenId } from '@placard/contract'
import pg from 'pg'
import { DISPLAY, type Person } from '../placard-process.ts'
import type { ClusterCost } from './postgres-meter.ts'
import { measureWords, type Told, type WordCost } from './words.ts'

/** Displays in the database beside the one with a listener, with one screen each. */
const MANY = 20_000
/** These screens send messages and get no name, because a named screen that falls silent would be an alarm. */
const TELLING = 2_000
const ITEMS = 30
const REST_MS = 10_000
/** Alerts are checked every 15 seconds, so this covers two checks. */
const ALERTS_MS = 30_000
const SETTLE_MS = 2_000

/** The continuous load of a node and its database, in microseconds of processor time a second. */
export type Share = { node: number; database: number }

export type AtRest = {
  many: number
  /** One display has a listener. */
  alone: Share
  /** In addition, the organisation has this many other displays. */
  displays: Share
  /** In addition, this many of their screens have a name. */
  named: number
  screens: Share
  words: WordCost[]
}

/**
 * @param meter of one node with a listener of the sample display
 * @param databaseUrl where displays and screens are added directly: the node allows an organisation few displays, and a
 *   network few new screens an hour
 */
export async function measureAtRest(
  placard: Person,
  databaseUrl: string,
  meter: () => () => ClusterCost,
  tell: (line: string) => void,
): Promise<AtRest> {
  const share = async (ms: number): Promise<Share> => {
    await sleep(SETTLE_MS)
    const cost = meter()
    await sleep(ms)
    const { seconds, nodeSeconds, databaseSeconds } = cost()
    return { node: (nodeSeconds * 1e6) / seconds, database: (databaseSeconds * 1e6) / seconds }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const itemIds = await makeItems(placard)
    const alone = await share(REST_MS)
    await client.query(MORE_DISPLAYS, [DISPLAY.organisationId, DISPLAY.displayId, MANY])
    await client.query('analyze')
    const displays = await share(REST_MS)
    await client.query(SCREENS, [DISPLAY.organisationId, MANY, Date.now()])
    const told = Array.from({ length: TELLING }, (_, index) => screenOf(index + 1))
    const words = await measureWords(placard, { screens: told, itemIds }, meter, displays)
    await client.query(NAMES, [TELLING])
    await client.query('analyze')
    const screens = await share(ALERTS_MS)
    tell(
      `at rest · a node ${inPercent(alone)} % of a processor, with displays ${inPercent(displays)}, with screens ${inPercent(screens)}`,
    )
    return { many: MANY, alone, displays, named: MANY - TELLING, screens, words }
  } finally {
    await client.end()
  }
}

const inPercent = ({ node, database }: Share) => `${(node / 1e4).toFixed(1)} + ${(database / 1e4).toFixed(1)}`

async function makeItems({ call }: Person): Promise<ItemId[]> {
  const ids: ItemId[] = []
  for (let index = 0; index < ITEMS; index += 1) {
    const body = { title: `Item ${index}`, url: `https://example.org/${index}.jpg`, type: 'image' as const }
    ids.push((await call('createItem', { params: DISPLAY, body })).item.id)
  }
  return ids
}

/** Copies of the existing display. */
const MORE_DISPLAYS = `
  insert into programme
  select more.* from programme, generate_series(1, $3::integer) number,
    jsonb_populate_record(programme, jsonb_build_object('id', 'more-' || number, 'short_code', null)) more
  where programme.organisation_id = $1 and programme.id = $2`

/** One screen for each of them, which has just been seen. */
const SCREENS = `
  insert into screen (organisation_id, display_id, id, name, first_seen_at, seen_at, user_agent, state, events, reports)
  select $1, 'more-' || number, md5(number::text), '', $3::bigint, $3::bigint, '', '{}', '[]', '[]'
  from generate_series(1, $2::integer) number`

const NAMES = `update screen set name = 'Screen ' || display_id where display_id in (select 'more-' || number from generate_series(1, ${MANY}) number where number > $1::integer)`

function screenOf(number: number): Told {
  return {
    organisationId: DISPLAY.organisationId,
    displayId: DisplayId.parse(`more-${number}`),
    screenId: ScreenId.parse(createHash('md5').update(String(number)).digest('hex')),
  }
}
