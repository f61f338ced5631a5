import './platform/ui/mantine-styles.ts'
import './platform/ui/tokens.css'
import './platform/ui/first-paint.css'
import './platform/ui/seldom.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { NOTICE_MS } from '@placard/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Pages } from './pages.tsx'
import { Announcer } from './platform/ui/announcer.tsx'
import { colourSchemeManager } from './platform/ui/colour-scheme.tsx'
import { allowStyleSheetsAndOwnScripts, styleNonce } from './platform/ui/csp.ts'
import { I18nProvider } from './platform/ui/i18n/i18n.tsx'
import { applyLanguage, LANGUAGES, type Language, readLanguage } from './platform/ui/i18n/language.ts'
import { loadLanguage, type Messages } from './platform/ui/i18n/words.ts'
import { NoticeLayer } from './platform/ui/notice-layer.tsx'
import { RETRY_MS } from './platform/ui/part.ts'
import { cssVariables, theme } from './platform/ui/theme.ts'
import { prepareSession } from './shell/early-session.ts'
import { ErrorScreen } from './shell/error-screen.tsx'

allowStyleSheetsAndOwnScripts()

const queries = new QueryClient({
  defaultOptions: {
    // The live stream delivers changes, and a failed call is reported at once instead of waiting for a network.
    queries: { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always', retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** The wanted language, else English. The document's skeleton stays until one of them has come. */
async function firstLanguage(): Promise<[Language, Messages]> {
  for (;;) {
    for (const language of new Set([readLanguage(), 'en'] as const)) {
      try {
        return [language, await loadLanguage(language)]
      } catch (error) {
        console.error(error)
      }
    }
    await new Promise((wake) => setTimeout(wake, RETRY_MS))
  }
}

async function start(root: HTMLElement): Promise<void> {
  prepareSession(queries, location.pathname)
  const [language, messages] = await firstLanguage()
  applyLanguage(language)

  createRoot(root).render(
    <StrictMode>
      <DirectionProvider initialDirection={LANGUAGES[language].direction} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
          getStyleNonce={styleNonce}
        >
          <I18nProvider language={language} messages={messages}>
            <NoticeLayer closeAfterMs={NOTICE_MS} />
            <Announcer />
            <ErrorScreen>
              <QueryClientProvider client={queries}>
                {/* Not as a transition, which would be delayed while the pictures of a long list load and fail. */}
                <BrowserRouter useTransitions={false}>
                  <Pages />
                </BrowserRouter>
              </QueryClientProvider>
            </ErrorScreen>
          </I18nProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
