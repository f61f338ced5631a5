// Sets the chosen colour scheme, language, direction and shape of the page before the first paint. A file of its own because the
// Content-Security-Policy allows no inline script, and not a module because modules run after the page is drawn.
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
  // As `shapeOf` in web/src/shell/page-skeleton.tsx.
  const path = location.pathname
  const isForm = ['/login', '/register', '/forgot-password', '/reset-password'].includes(path)
  const hasBar = ['/addContainer', '/account', '/people', '/console', '/programs'].includes(path)
  if (path === '/login' || path === '/dashboard') root.dataset.shape = path.slice(1)
  else root.dataset.shape = isForm ? 'form' : hasBar ? 'page' : 'none'
})()
