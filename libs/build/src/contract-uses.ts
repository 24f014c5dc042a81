import { PORT_NAMES, PORTAL_EVENT_NAMES, slotPropsSchemas } from '@nemus/contract';
import { parseSync } from '@swc/core';
import { z } from 'zod';

/** What a source uses of the contract. */
export interface ContractUses {
  readonly slots: readonly string[];
  readonly events: readonly string[];
  readonly ports: readonly string[];
}

const SLOTS: ReadonlySet<string> = new Set(Object.keys(slotPropsSchemas));
const EVENTS: ReadonlySet<string> = new Set(PORTAL_EVENT_NAMES);
const PORTS: ReadonlySet<string> = new Set(PORT_NAMES);

/** Hooks that return all ports, and parameter types that have all of them. */
const GIVING_HOOKS: ReadonlySet<string> = new Set(['usePorts', 'useMount']);
const PORT_TYPES: ReadonlySet<string> = new Set(['Ports', 'MountProps']);
/** A variable with this name holds the ports, even where no type says so any more (libraries from a registry). */
const BY_HABIT = 'ports';

/** Words that a source must contain to get at ports in any of these ways. */
const PORT_WORDS = [...GIVING_HOOKS, ...PORT_TYPES, BY_HABIT];

/** Whether a source can use the contract at all: most contain none of these words, and need no parser. */
function mayUse(source: string): boolean {
  return [PORT_WORDS, SLOTS, EVENTS].some((words) => [...words].some((word) => source.includes(word)));
}

/**
 * What a source uses of the contract: slots and events by their names, anywhere in the source, and ports by the ways in
 * which areas get them (`usePorts()`, parameters of type `Ports`, variables named `ports`). Overestimates rather than
 * underestimates; only names of this contract count.
 */
export function contractUses(source: string, tsx = true): ContractUses {
  if (!mayUse(source)) return { slots: [], events: [], ports: [] };
  const words = new Set<string>();
  const ports = new Set<string>();
  const holders = new Set<string>([BY_HABIT]);
  /** Local name to its port. */
  const held = new Map<string, string>();
  const program: unknown = parseSync(source, { syntax: 'typescript', tsx });

  walk(program, (node) => {
    const text = textOf(node);
    if (text !== null) words.add(text);
    const declared = declaratorOf(node);
    if (declared && isPortsCall(declared.init) && declared.id.type === 'Identifier') {
      holders.add(declared.id.value ?? BY_HABIT);
    }
    const parameter = hasAnnotation(node) ? typedSchema.safeParse(node).data : undefined;
    if (parameter && isPortsType(parameter.typeAnnotation) && parameter.type === 'Identifier') {
      holders.add(parameter.value ?? BY_HABIT);
    }
  });

  const isPorts = (node: unknown) => {
    const name = identifierOf(node);
    return (name !== undefined && holders.has(name)) || isPortsCall(node);
  };
  const portOf = (node: unknown): string | null => {
    const name = identifierOf(node);
    if (name !== undefined) return held.get(name) ?? null;
    const member = memberOf(node);
    return member && isPorts(member.object) ? member.property.value : null;
  };
  walk(program, (node) => {
    const taken = takenApart(node, isPorts);
    for (const { key, local } of taken) {
      ports.add(key);
      held.set(local, key);
    }
    const declared = declaratorOf(node);
    const port = declared && declared.id.type === 'Identifier' ? portOf(declared.init) : null;
    if (declared?.id.value !== undefined && port !== null) held.set(declared.id.value, port);
  });
  walk(program, (node) => {
    const member = memberOf(node);
    if (member && isPorts(member.object)) ports.add(member.property.value);
    const of = member && portOf(member.object);
    if (of) ports.add(of).add(`${of}.${member.property.value}`);
    for (const { key, from } of takenFromPorts(node, portOf)) ports.add(from).add(`${from}.${key}`);
  });
  return {
    slots: [...words].filter((word) => SLOTS.has(word)).toSorted(),
    events: [...words].filter((word) => EVENTS.has(word)).toSorted(),
    ports: [...ports].filter((name) => PORTS.has(name)).toSorted(),
  };
}

const literalSchema = z.object({ type: z.literal('StringLiteral'), value: z.string() });
const identifierSchema = z.object({ type: z.literal('Identifier'), value: z.string() });
const memberSchema = z.object({ type: z.literal('MemberExpression'), object: z.unknown(), property: identifierSchema });
const callSchema = z.object({ type: z.literal('CallExpression'), callee: identifierSchema });
const patternSchema = z.looseObject({ type: z.string(), value: z.string().optional() });
const declaratorSchema = z.object({ type: z.literal('VariableDeclarator'), id: patternSchema, init: z.unknown() });
const annotationSchema = z.object({ typeAnnotation: z.unknown() });
const typedSchema = z.object({ type: z.string(), value: z.string().optional(), typeAnnotation: annotationSchema });
const referenceSchema = z.object({
  type: z.literal('TsTypeReference'),
  typeName: identifierSchema,
  typeParams: z.object({ params: z.array(z.unknown()) }).nullish(),
});
const objectPatternSchema = z.object({
  type: z.literal('ObjectPattern'),
  properties: z.array(z.unknown()),
  typeAnnotation: annotationSchema.nullish(),
});
const shortSchema = z.object({ type: z.literal('AssignmentPatternProperty'), key: identifierSchema });
const longSchema = z.object({ type: z.literal('KeyValuePatternProperty'), key: identifierSchema, value: z.unknown() });

/**
 * Visits nodes of one type. The type is checked first: nearly every node has another one, and zod's errors for those
 * took most of a build's time.
 */
function nodesOf<T>(type: string, schema: z.ZodType<T>) {
  return (node: unknown): T | undefined => (typeOf(node) === type ? schema.safeParse(node).data : undefined);
}

const literalOf = nodesOf('StringLiteral', literalSchema);
const identifierNodeOf = nodesOf('Identifier', identifierSchema);
const identifierOf = (node: unknown) => identifierNodeOf(node)?.value;
const memberOf = nodesOf('MemberExpression', memberSchema);
const callOf = nodesOf('CallExpression', callSchema);
const declaratorOf = nodesOf('VariableDeclarator', declaratorSchema);
const referenceOf = nodesOf('TsTypeReference', referenceSchema);
const objectPatternOf = nodesOf('ObjectPattern', objectPatternSchema);
const shortOf = nodesOf('AssignmentPatternProperty', shortSchema);
const longOf = nodesOf('KeyValuePatternProperty', longSchema);

function typeOf(node: unknown): string | undefined {
  const type = typeof node === 'object' && node !== null && 'type' in node ? node.type : undefined;
  return typeof type === 'string' ? type : undefined;
}

function hasAnnotation(node: object): boolean {
  return 'typeAnnotation' in node && node.typeAnnotation !== null;
}

/** Calls back for every node, from the top, except object keys, types and calls of `defineSlot`. */
function walk(value: unknown, visit: (node: object) => void): void {
  if (Array.isArray(value)) {
    for (const part of value) walk(part, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const type = typeOf(value);
  if (type !== undefined) {
    if (type === 'ImportDeclaration' || /^Ts(TypeAlias|Interface)/.test(type)) return;
    visit(value);
  }
  const isOffer = callOf(value)?.callee.value === 'defineSlot';
  for (const [key, part] of Object.entries(value)) {
    if (key === 'span' || key === 'typeAnnotation' || key === 'typeParameters') continue;
    if (key === 'key' && type !== 'Computed') continue;
    walk(isOffer && key === 'arguments' && Array.isArray(part) ? part.slice(1) : part, visit);
  }
}

function textOf(node: unknown): string | null {
  return literalOf(node)?.value ?? null;
}

function isPortsCall(node: unknown): boolean {
  const name = callOf(node)?.callee.value;
  return name !== undefined && GIVING_HOOKS.has(name);
}

/** `Ports`, `MountProps`, `Pick<Ports, …>`. */
function isPortsType(annotation: z.infer<typeof annotationSchema> | null | undefined): boolean {
  const reference = referenceOf(annotation?.typeAnnotation);
  if (!reference) return false;
  if (PORT_TYPES.has(reference.typeName.value)) return true;
  return reference.typeName.value === 'Pick' && isPortsType({ typeAnnotation: reference.typeParams?.params[0] });
}

/** Names destructured from all ports: `const { session: own } = usePorts()`, `({ session }: Ports) => …`. */
function takenApart(node: unknown, isPorts: (node: unknown) => boolean): { key: string; local: string }[] {
  const declared = declaratorOf(node);
  const pattern = objectPatternOf(declared && isPorts(declared.init) ? declared.id : node);
  if (!pattern || !(declared || isPortsType(pattern.typeAnnotation))) return [];
  return namesOf(pattern);
}

/** Names destructured from one port: `const { push } = navigation`. */
function takenFromPorts(node: unknown, portOf: (node: unknown) => string | null): { key: string; from: string }[] {
  const declared = declaratorOf(node);
  const pattern = declared && objectPatternOf(declared.id);
  const from = declared && portOf(declared.init);
  return pattern && from ? namesOf(pattern).map(({ key }) => ({ key, from })) : [];
}

function namesOf({ properties }: z.infer<typeof objectPatternSchema>): { key: string; local: string }[] {
  return properties.flatMap((property) => {
    const short = shortOf(property);
    if (short) return [{ key: short.key.value, local: short.key.value }];
    const long = longOf(property);
    if (!long) return [];
    const local = identifierOf(long.value);
    return [{ key: long.key.value, local: local ?? '' }];
  });
}
