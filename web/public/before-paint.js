// Sets the chosen colour scheme, language, direction and shape of the page before the first paint, and preloads its scripts.
// A separate file because the Content-Security-Policy forbids inline scripts, and not a module because modules run after the
// page is drawn.
;(() => {
  const root = document.documentElement
  let scheme = null
  let language = null
  try {
    scheme = localStorage.getItem('placard-colour-scheme')
    language = localStorage.getItem('placard-language')
  } catch {
    // Storage can be switched off; the system's own settings then decide.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  const chosen = (language || navigator.language || 'en').slice(0, 2).toLowerCase()
  root.lang = chosen === 'ar' ? 'ar' : 'en'
  root.dir = chosen === 'ar' ? 'rtl' : 'ltr'
  // Written by the build: the page's shape, and the scripts that it requests after the first one has run.
  const written = document.querySelector('meta[name="placard-pages"]')
  const { shape, scripts } = JSON.parse(written?.content || '{}')[location.pathname] ?? {}
  root.dataset.shape = shape ?? 'none'
  for (const href of scripts ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
})()
