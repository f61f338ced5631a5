import { Button } from '@mantine/core'
import { useI18n } from './i18n/i18n.tsx'

/** The button below a list that is loaded page by page. Nothing when the list is complete. */
export function LoadMore({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  const { t } = useI18n()
  if (!pages.hasNextPage) return null
  return (
    <Button variant="default" fullWidth loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {t('activity.more')}
    </Button>
  )
}
