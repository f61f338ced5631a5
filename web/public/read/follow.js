// Sharing an entry, and Follow, which announces changes. Follow is off at first, because a page that speaks by itself disturbs readers.
;(() => {
  const EVERY_MS = 15_000
  const KEY = 'placard-follow'
  const main = document.querySelector('main')
  const said = document.createElement('p')
  said.setAttribute('role', 'status')
  said.className = 'meta'
  const button = document.createElement('button')
  button.type = 'button'
  main.querySelector('.lead').after(button, said)

  let timer
  let spoken = nowShown()

  function nowShown() {
    const entry = document.querySelector('.over') ?? document.querySelector('.entry[data-now]')
    const words =
      entry?.querySelector('h3, .words') ?? entry?.querySelector('[dir=auto]') ?? entry?.querySelector('.meta')
    return words?.textContent ?? ''
  }

  async function look() {
    try {
      const answer = await fetch(location.href, { cache: 'no-cache' })
      if (!answer.ok) return
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const shown = document.querySelector('#shown')
      // The focus is in the list, so the list is not replaced.
      if (shown.contains(document.activeElement)) return
      shown.replaceWith(document.adoptNode(next.querySelector('#shown')))
      offerToShare()
      main.querySelector('.lead').textContent = next.querySelector('.lead').textContent
      const now = nowShown()
      if (now !== spoken) said.textContent = main.dataset.now + now
      spoken = now
    } catch {
      // Without a network the page stays as it is.
    }
  }

  function follow(isOn) {
    clearInterval(timer)
    button.setAttribute('aria-pressed', String(isOn))
    button.textContent = isOn ? main.dataset.follows : main.dataset.follow
    if (isOn) timer = setInterval(look, EVERY_MS)
    try {
      if (isOn) sessionStorage.setItem(KEY, '1')
      else sessionStorage.removeItem(KEY)
    } catch {
      // Without storage the setting lasts as long as the page.
    }
  }

  // Without these functions, or over plain http, it stays a link to its entry.
  const canShare = Boolean(navigator.share ?? navigator.clipboard)
  function offerToShare() {
    if (canShare)
      for (const link of document.querySelectorAll('.tools a[href^="#"]')) link.textContent = main.dataset.share
  }
  main.addEventListener('click', async (event) => {
    const link = event.target.closest('.tools a[href^="#"]')
    if (!link || !canShare) return
    event.preventDefault()
    const entry = link.closest('.entry')
    const title = entry.querySelector('h3, .words')?.textContent.slice(0, 200) ?? document.title
    try {
      if (navigator.share) return await navigator.share({ title, url: link.href })
      await navigator.clipboard.writeText(link.href)
      said.textContent = main.dataset.copied
    } catch (error) {
      // After a cancel nothing happens. After another error the address bar shows the link.
      if (error.name !== 'AbortError') location.hash = link.hash
    }
  })
  offerToShare()

  let wasOn = false
  try {
    wasOn = sessionStorage.getItem(KEY) === '1'
  } catch {
    // No storage.
  }
  button.addEventListener('click', () => follow(button.getAttribute('aria-pressed') !== 'true'))
  follow(wasOn)
  // The worker stores the page for times without a network. Over plain http there is no worker.
  navigator.serviceWorker?.register('/read/sw.js', { scope: '/read/' }).catch(() => {})
})()
