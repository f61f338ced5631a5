// A slide at a time, by buttons or keys; the address keeps the place.
;(() => {
  const slides = [...document.querySelectorAll('section')]
  const previous = document.getElementById('previous')
  const next = document.getElementById('next')
  const place = document.getElementById('place')
  let at = Math.min(Math.max(Number.parseInt(location.hash.slice(1), 10) || 1, 1), slides.length) - 1

  function show(index) {
    at = Math.min(Math.max(index, 0), slides.length - 1)
    slides.forEach((slide, number) => {
      slide.hidden = number !== at
    })
    previous.disabled = at === 0
    next.disabled = at === slides.length - 1
    place.textContent = `${at + 1} / ${slides.length}`
    history.replaceState(null, '', `#${at + 1}`)
  }

  const KEYS = {
    ArrowRight: () => at + 1,
    PageDown: () => at + 1,
    ' ': () => at + 1,
    ArrowLeft: () => at - 1,
    PageUp: () => at - 1,
    Home: () => 0,
    End: () => slides.length - 1,
  }

  document.addEventListener('keydown', (event) => {
    const go = KEYS[event.key]
    if (!go || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    show(go())
  })
  previous.addEventListener('click', () => show(at - 1))
  next.addEventListener('click', () => show(at + 1))
  show(at)
})()
