/**
 * [OF20] The page for a device that has no stored page and cannot fetch one. It shows the time, and checks every ten
 * seconds whether the player can be loaded. It is part of the worker's script, which browsers store apart from the
 * caches.
 *
 * It sends a request before it reloads: the answer may be a captive portal's page, and a reload that fails would
 * flicker.
 */
export const CARD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><title>Placard</title><link rel="icon" href="data:,">
<style>
html,body{margin:0;height:100%;overflow:hidden;cursor:none;background:#0b0f16 linear-gradient(#121926,#0b0f16)}
main{position:fixed;top:0;left:0;display:flex;align-items:center;justify-content:center;width:100%;height:100%;
color:#f3f6fb;font:200 16vmin/1.1 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
</style></head><body><main data-state="connecting"></main><script>
var face = document.querySelector('main')
var turn = /[?&]rotate=(90|180|270)(&|$)/.exec(location.search)
if (turn) face.style.transform = 'rotate(' + turn[1] + 'deg)'
function tick() { face.textContent = new Date().toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }) }
function look() {
  fetch(location.href, { cache: 'no-store', credentials: 'omit', redirect: 'error' })
    .then(function (answer) { return answer.ok ? answer.text() : '' })
    .then(function (text) { if (text.indexOf('name="placard-build"') >= 0) location.reload() })
    .catch(function () {})
}
tick()
setInterval(tick, 5000)
setInterval(look, 10000)
</script></body></html>`
