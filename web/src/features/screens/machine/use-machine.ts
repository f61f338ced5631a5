import {
  type AgentOrder,
  type OrganisationId,
  PICTURES_FOR_MS,
  type ScreenId,
  type ScreenMachine,
} from '@placard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useNotice } from '../../../platform/ui/notices.ts'

const POLL_MS = 10_000
/** While somebody waits for an answer or for a picture. */
const POLL_WHILE_WAITING_MS = 1_500
/** A command that is older is no longer waited for. */
const WAITED_FOR_MS = PICTURES_FOR_MS + 15_000

export type MachineOf = { organisationId: OrganisationId; screenId: ScreenId }

const machineOf = (params: MachineOf) =>
  queryOptions({
    queryKey: ['machine', params.organisationId, params.screenId] as const,
    queryFn: ({ signal }) => call('getMachine', { params, signal }),
    staleTime: 0,
  })

/** The machine beneath a screen, polled while the page is visible, and its commands. */
export function useMachine(params: MachineOf) {
  const notice = useNotice()
  const client = useQueryClient()
  const query = useQuery({
    ...machineOf(params),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? POLL_WHILE_WAITING_MS : POLL_MS),
    refetchIntervalInBackground: false,
  })
  const { run, doing } = useDoing({
    tell: (words) => notice('error', words),
    after: () => client.invalidateQueries({ queryKey: machineOf(params).queryKey }),
  })
  return {
    ...query,
    doing,
    tell: (order: AgentOrder) => run(order.kind, () => call('commandMachine', { params, body: order })),
    change: (body: Partial<Pick<ScreenMachine, 'mayTakePictures' | 'followsHours'>>) =>
      run('settings', () => call('changeMachine', { params, body })),
    update: () => run('update', () => call('updateMachine', { params })),
  }
}

/** A command is on its way, or pictures are being taken. */
function isAwaited(machine: ScreenMachine | undefined): boolean {
  const open = machine?.commands.filter(({ state }) => state === 'waiting' || state === 'taken') ?? []
  return open.some(({ madeAt }) => (machine?.at ?? 0) - madeAt < WAITED_FOR_MS)
}
