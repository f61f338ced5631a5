import type { ChangeLines, Line, LineId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { SelectionBar, type SelectionProps } from '../entries/selection-bar.tsx'
import type { CallSeveral } from '../entries/several.ts'
import { LINES } from './use-lines.ts'

type Given = Extract<ChangeLines, { do: 'update' }>['change']

const changeLines: CallSeveral<LineId, Given> = async (key, body, idempotencyKey) => {
  const { lines, ...answer } = await call('changeLines', { params: key, body, idempotencyKey })
  return { ...answer, change: { list: 'lines', put: lines } }
}

export default function LineSelectionBar(props: SelectionProps<Line>) {
  return <SelectionBar {...props} kind={LINES} callSeveral={changeLines} nameOf={({ text }) => text} />
}
