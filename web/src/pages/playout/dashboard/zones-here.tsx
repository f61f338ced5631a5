import { Button } from '@mantine/core'
import { type DisplayKey, PAGES, type Programme } from '@placard/contract'
import { Link } from 'react-router'
import { MediaFrom } from '../../../features/content/items/media-from.ts'
import { NoticesHere } from '../../../features/content/items/notices-here.ts'
import { ZoneStrip } from '../../../features/content/layouts/zone-strip.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LayoutIcon } from '../../../platform/ui/icons.tsx'
import { Section } from '../../../platform/ui/section.tsx'

/** [LY10] The zones of a display, and the way to its layout. */
export function ZonesHere({ display, programme }: { display: DisplayKey; programme: Programme }) {
  const { t } = useI18n()
  return (
    <MediaFrom value={programme.mediaUrl}>
      <NoticesHere value={{ organisationId: display.organisationId, zoneOffsets: programme.zoneOffsets }}>
        <Section
          title={t('layout.view.zones')}
          tools={
            <Button
              variant="default"
              size="sm"
              component={Link}
              to={`${PAGES.layout}?display=${display.displayId}`}
              leftSection={<LayoutIcon size={16} />}
            >
              {t('layout.open')}
            </Button>
          }
        >
          <ZoneStrip displayKey={display} programme={programme} />
        </Section>
      </NoticesHere>
    </MediaFrom>
  )
}
