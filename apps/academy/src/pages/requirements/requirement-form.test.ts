import { exampleRequirements } from '../../examples/requirements';
import { figureFormOf, figuresWithout } from './figure-form';
import {
  differences,
  fieldOf,
  requirementsDraftSchema,
  readRatio,
  requirementFieldsOf,
  requirementFormOf,
  requirementFormSchema,
  type RequirementForm,
} from './requirement-form';

const FORM = requirementFormOf(exampleRequirements());
const problems = (changed: Partial<RequirementForm>) => {
  const checked = requirementFormSchema.safeParse({ ...FORM, ...changed });
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'));
};
const theory = (changed: Partial<RequirementForm['categories']['theory']>) => ({
  categories: { ...FORM.categories, theory: { ...FORM.categories.theory, ...changed } },
});

it.each([
  ['4', '4'],
  ['4,5', '4.5'],
  [' 4.25 ', '4.25'],
  ['0', null],
  ['0,0', null],
  ['0,5', '0.5'],
  ['-1', null],
  ['1e3', null],
  ['4,555', null],
  ['', null],
])('reads the ratio %j as %j', (typed, ratio) => {
  expect(readRatio(typed)).toBe(ratio);
});

it.each<[string, Partial<RequirementForm>]>([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['chamber', { chamber: 'a\u0000b' }],
  ['version', { version: '' }],
  ['valid_from', { valid_from: '1989-12-31' }],
  ['valid_from', { valid_from: '2026-13-01' }],
  ['treated_per_supervised', { treated_per_supervised: '4,5x' }],
  ['categories.theory.required_units', theory({ required_units: '0' })],
  ['categories.theory.required_units', theory({ required_units: '1,5' })],
  ['categories.theory.required_units', theory({ required_units: '20001' })],
  ['categories.theory.title', theory({ title: 'x'.repeat(101) })],
  ['credits.entry_theory', theory({ has: false })],
  ['credits.elearning', { credits: { ...FORM.credits, elearning: 'elearning' } }],
])('names %s', (field, changed) => {
  expect(problems(changed)).toEqual([field]);
  expect(fieldOf(field)).toBe(field);
});

it('sends what a set has, and nothing else', () => {
  expect(requirementFieldsOf(requirementFormSchema.parse(FORM))).toEqual({
    name: 'Weiterbildungsordnung Probe',
    chamber: 'Kammer Probe',
    field: 'Erwachsene',
    procedure: null,
    version: '2026',
    valid_from: '2026-02-01',
    source: '',
    treated_per_supervised: '4.5',
    categories: {
      theory: { title: '', required_units: 600, unit_minutes: 45, status: null, source: '' },
      practice: { title: 'Behandlung', required_units: null, unit_minutes: 45, status: null, source: '' },
    },
    competencies: {
      fachliche_kompetenz: { action: { required_units: 20, description: 'In Behandlungen.' } },
      diagnostische_kompetenz: {},
      methoden_kompetenz: {},
      beziehungsgestaltung: {},
      personale_kompetenz: {},
      professionelle_haltung: {},
    },
    credits: { entry_theory: 'theory', entry_practice: 'practice' },
    figures: [],
  });
});

it('leaves the first day of a draft open', () => {
  const undated = requirementFormSchema.parse({ ...FORM, valid_from: '' });
  expect(requirementFieldsOf(undated).valid_from).toBeNull();
  expect(requirementFormOf(exampleRequirements({ valid_from: null })).valid_from).toBe('');
});

it('lists the differences between two versions, and restores only valid drafts', () => {
  const other = requirementFormOf(exampleRequirements({ source: 'Ordnung', categories: [] }));
  expect(differences(FORM, other)).toEqual(['Quelle', 'Stunden']);
  expect(requirementsDraftSchema.safeParse(FORM).success).toBe(true);
  expect(requirementsDraftSchema.safeParse({ ...FORM, credits: { entry_theory: 'kochen' } }).success).toBe(false);
  expect(fieldOf('family_id')).toBeNull();
  expect(fieldOf('constructor')).toBeNull();
});

it('sends further figures, needs a category for what entries say, and keeps parts when another figure goes', () => {
  const figures = [
    { ...figureFormOf(), title: 'Weg' },
    { ...figureFormOf(), title: 'Fälle', unit: 'cases' as const, least: '40' },
    { ...figureFormOf(), title: 'Gruppe', least: '120,5', part_of: '2', form: 'group' as const },
  ];
  const wrong = requirementFormSchema.safeParse({ ...FORM, figures });
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['figures', 2, 'category']]);
  const complete = figures.map((figure) => ({ ...figure, category: 'practice' as const }));
  const sent = requirementFieldsOf(requirementFormSchema.parse({ ...FORM, figures: figuresWithout(complete, 0) }));
  expect(sent.figures).toMatchObject([
    { title: 'Fälle', unit: 'cases', least: '40', most: null, part_of: null, form: null, is_counted: true },
    { title: 'Gruppe', unit: 'hours', unit_minutes: 45, least: '120.5', part_of: 1, form: 'group' },
  ]);
  expect(figuresWithout(complete, 1)[1]?.part_of).toBe('');
  expect(fieldOf('figures.3.least')).toBe('figures.3.least');
});
