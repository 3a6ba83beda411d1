import type { Width } from './screen.ts'

export interface Picture {
  name: string
  width: Width
  file: string
}

/** A page with a grid of the pictures, which can be filtered by name and width. */
export const indexPage = (pictures: Picture[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { margin: 24px; background: #fafbfb; color: #161e22; font: 14px/1.5 Inter, system-ui, sans-serif }
  form { position: sticky; top: 0; display: flex; gap: 16px; padding: 12px 0; background: #fafbfb }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 24px; padding: 0; list-style: none }
  img { display: block; width: 100%; height: 320px; object-fit: cover; object-position: top; border: 1px solid #d3dade; border-radius: 8px; background: #fff }
</style>
<form>
  <label>Screen <input name="words" autofocus></label>
  ${[390, 768, 1440].map((width) => `<label><input type="checkbox" name="width" value="${width}" checked> ${width}</label>`).join('')}
</form>
<ul>${pictures
  .toSorted((a, b) => a.name.localeCompare(b.name) || a.width - b.width)
  .map(
    ({ name, width, file }) =>
      `<li data-name="${name}" data-width="${width}"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>${name} · ${width}</li>`,
  )
  .join('\n')}</ul>
<script>
  const form = document.querySelector('form')
  form.addEventListener('input', () => {
    const chosen = new FormData(form)
    for (const item of document.querySelectorAll('li'))
      item.hidden = !item.dataset.name.includes(chosen.get('words')) || !chosen.getAll('width').includes(item.dataset.width)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
</script>
</html>
`
