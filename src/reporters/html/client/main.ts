import type { PageData } from '../page.ts';
import { createDetail } from './detail.ts';
import { byId, plural } from './elements.ts';
import { createFilter } from './filter.ts';
import { drawList } from './list.ts';
import { drawMatrix, moveWithArrows } from './matrix.ts';

/** Fills the page, and does so again whenever the filter changes. */
function fillPage(data: PageData): void {
  const query = byId('filter', HTMLInputElement);
  const failedOnly = byId('failed', HTMLInputElement);
  const matrix = byId('matrix', HTMLTableElement);
  const filter = createFilter(data);
  const show = createDetail(data);
  const draw = () => {
    const fixtures = filter(query.value, failedOnly.checked);
    drawMatrix(matrix, data, fixtures, show);
    drawList(byId('list', HTMLOListElement), byId('more', HTMLButtonElement), fixtures, show);
    const shown = fixtures.length === 0 ? 'no fixture' : plural(fixtures.length, 'fixture');
    byId('shown', HTMLOutputElement).textContent = `${shown} of ${data.fixtures.length}`;
  };
  query.addEventListener('input', draw);
  failedOnly.addEventListener('change', draw);
  moveWithArrows(matrix);
  draw();
}

const data: PageData = JSON.parse(byId('data', HTMLScriptElement).textContent ?? '');
if (data.fixtures.length > 0) fillPage(data);
