import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// The code for conditions is loaded on demand, because most things have none.
const words = () => import('../../../platform/ui/i18n/messages/en/conditions.ts')
/** With the menu of values, and the errors of cells. */
const wordsOfForm = async () => {
  const [conditions, values, tables] = await Promise.all([
    words(),
    import('../../../platform/ui/i18n/messages/en/values.ts'),
    import('../../../platform/ui/i18n/messages/en/tables.ts'),
  ])
  return { words: { ...conditions.words, ...values.words, ...tables.words } }
}

export const ConditionChip = lazyDialog(() => import('./condition-chip.tsx'), { quiet: true, ahead: false, words })
export const ConditionSaid = lazyDialog(() => import('./condition-said.tsx'), { quiet: true, ahead: false, words })
export const ConditionFields = lazyDialog(() => import('./condition-fields.tsx'), {
  quiet: true,
  ahead: false,
  words: wordsOfForm,
})
export const ConditionDialog = lazyDialog(() => import('./condition-dialog.tsx'), { ahead: false, words: wordsOfForm })
