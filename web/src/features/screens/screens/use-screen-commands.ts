import type { CommandScreens, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { allScreensOf } from '../../../platform/api/screens/use-all-screens.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

/** @returns `tell` sends a command to screens, reports the outcome and reloads the list; `renew` reloads the list */
export function useScreenCommands(organisationId: OrganisationId) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: allScreensOf(organisationId).queryKey })
  return {
    renew,
    async tell(body: CommandScreens) {
      try {
        await call('commandScreens', { params: { organisationId }, body })
        announce(t('paired.told', { count: body.screenIds.length }))
      } catch (error) {
        notice('error', t(`error.${codeOf(error)}`))
      }
      await renew()
    },
  }
}
