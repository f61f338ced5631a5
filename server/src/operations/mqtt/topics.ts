import { MACHINE_COMMAND_STATES, OrganisationId, ScreenId } from '@placard/contract'

/** The first part of every topic of Placard. */
const ROOT = 'placard'
/** The discovery topics of Home Assistant, with its default prefix. */
const DISCOVERY = 'homeassistant/device'

/** The commands that entities send. */
export const ORDERS = ['identify', 'line', 'words', 'panel', 'volume'] as const
export type Order = (typeof ORDERS)[number]

type Named = { organisationId: OrganisationId; screenId: ScreenId }

const topicOf = ({ organisationId, screenId }: Named, rest: string) => `${ROOT}/${organisationId}/${screenId}/${rest}`

export const stateTopic = (of: Named) => topicOf(of, 'state')
const orderTopic = (of: Named, order: Order) => topicOf(of, `${order}/set`)
/** All commands for the screens of an organisation. */
export const ordersOf = (organisationId: OrganisationId) =>
  ORDERS.map((order) => `${ROOT}/${organisationId}/+/${order}/set`)
/** `online`, or `offline`, which the broker publishes if the server is gone. @param installation id of the installation */
export const serverTopic = (installation: string) => `${ROOT}/server/${installation}`
export const discoveryTopic = ({ screenId }: Named) => `${DISCOVERY}/placard_${screenId}/config`

/** @returns undefined for any other topic */
export function readOrderTopic(topic: string): (Named & { order: Order }) | undefined {
  const [root, organisation, screen, name, set, ...rest] = topic.split('/')
  const organisationId = OrganisationId.safeParse(organisation)
  const screenId = ScreenId.safeParse(screen)
  const order = ORDERS.find((one) => one === name)
  if (root !== ROOT || set !== 'set' || rest.length > 0 || !order) return undefined
  if (!organisationId.success || !screenId.success) return undefined
  return { organisationId: organisationId.data, screenId: screenId.data, order }
}

/** The values of a screen's entities. */
export type ScreenFacts = Named & {
  name: string
  place: string
  display: string
  onAir: boolean
  troubled: boolean
  /** The title of the item on it. */
  on: string
  /** The line that the text entity wrote. */
  line: string
  /** undefined: the machine cannot switch it, or there is none. `unknown`: it says nothing of it. */
  panel: boolean | 'unknown' | undefined
  volume: number | 'unknown' | undefined
  /** The state of the last command for the panel or the volume that came by MQTT. undefined: none has come. */
  told: (typeof MACHINE_COMMAND_STATES)[number] | undefined
}

/** Home Assistant shows an entity with this state as unknown. */
const UNKNOWN = 'None'

/** The state topic's content. */
export function stateOf({ onAir, troubled, on, display, line, panel, volume, told }: ScreenFacts): string {
  return JSON.stringify({
    on_air: onAir ? 'ON' : 'OFF',
    problem: troubled ? 'ON' : 'OFF',
    on,
    display,
    line,
    ...(panel === undefined ? {} : { panel: panel === 'unknown' ? UNKNOWN : panel ? 'ON' : 'OFF' }),
    ...(volume === undefined ? {} : { volume: volume === 'unknown' ? UNKNOWN : volume }),
    ...(panel === undefined && volume === undefined ? {} : { command: told ?? UNKNOWN }),
  })
}

/**
 * The description of a screen as a device, for Home Assistant's discovery by device (since 2024.11).
 *
 * @param address of the page of all screens; undefined if the server does not know its own address
 */
export function deviceOf(
  facts: ScreenFacts,
  {
    installation,
    version,
    address,
    maxLine,
  }: { installation: string; version: string; address: string | undefined; maxLine: number },
): string {
  const { screenId, name, place } = facts
  const id = `placard_${screenId}`
  const read = (field: string) => ({ state_topic: stateTopic(facts), value_template: `{{ value_json.${field} }}` })
  /** A component that consists of its platform alone is removed by Home Assistant. */
  const only = <Component extends { platform: string }>(isThere: boolean, component: Component) =>
    isThere ? component : { platform: component.platform }
  const entity = (kind: string) => ({ unique_id: `${id}_${kind}`, object_id: `${id}_${kind}` })
  return JSON.stringify({
    device: {
      identifiers: [id],
      name,
      manufacturer: 'Placard',
      model: 'Screen',
      ...(place === '' ? {} : { suggested_area: place }),
      ...(address === undefined ? {} : { configuration_url: address }),
    },
    origin: { name: 'Placard', sw_version: version },
    availability_topic: serverTopic(installation),
    components: {
      on_air: {
        platform: 'binary_sensor',
        name: 'On air',
        device_class: 'running',
        ...entity('on_air'),
        ...read('on_air'),
      },
      problem: {
        platform: 'binary_sensor',
        name: 'Problem',
        device_class: 'problem',
        ...entity('problem'),
        ...read('problem'),
      },
      on: { platform: 'sensor', name: 'What is on', icon: 'mdi:image-outline', ...entity('on'), ...read('on') },
      display: { platform: 'sensor', name: 'Display', icon: 'mdi:monitor', ...entity('display'), ...read('display') },
      identify: {
        platform: 'button',
        name: 'Identify',
        device_class: 'identify',
        ...entity('identify'),
        command_topic: orderTopic(facts, 'identify'),
        payload_press: 'PRESS',
      },
      line: {
        platform: 'text',
        name: 'Line',
        max: maxLine,
        ...entity('line'),
        ...read('line'),
        command_topic: orderTopic(facts, 'line'),
      },
      panel: only(facts.panel !== undefined, {
        platform: 'switch',
        name: 'Panel',
        icon: 'mdi:television',
        ...entity('panel'),
        ...read('panel'),
        command_topic: orderTopic(facts, 'panel'),
      }),
      volume: only(facts.volume !== undefined, {
        platform: 'number',
        name: 'Volume',
        icon: 'mdi:volume-high',
        min: 0,
        max: 100,
        step: 1,
        unit_of_measurement: '%',
        ...entity('volume'),
        ...read('volume'),
        command_topic: orderTopic(facts, 'volume'),
      }),
      command: only(facts.panel !== undefined || facts.volume !== undefined, {
        platform: 'sensor',
        name: 'Last command',
        device_class: 'enum',
        options: [...MACHINE_COMMAND_STATES],
        entity_category: 'diagnostic',
        ...entity('command'),
        ...read('command'),
      }),
      words: { platform: 'notify', name: 'Words', ...entity('words'), command_topic: orderTopic(facts, 'words') },
    },
  })
}
