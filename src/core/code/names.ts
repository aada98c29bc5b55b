import type { Function as AnyFunction, AnyNode, Class, Identifier, Pattern } from "acorn";
import { childrenOf } from "./parse";

/** A name that is read and that nothing in the program declares. */
export interface FreeName {
  readonly node: Identifier;
  /** `{ name }` */
  readonly shorthand: boolean;
  /** At the head of what stands behind `new`. */
  readonly constructed: boolean;
}

interface Scope {
  readonly names: Set<string>;
  readonly outer: Scope | undefined;
  /** Where `var` is declared. */
  readonly isFunction: boolean;
}

interface Read extends FreeName {
  readonly scope: Scope;
}

/**
 * Names that are read but declared in no scope around them. `typeof name` and assignments are left out: both do what
 * they do in JavaScript anyhow.
 */
export function freeNames(body: readonly AnyNode[]): readonly FreeName[] {
  const scopes = new Scopes();
  const whole = scopeIn(undefined, true);
  for (const statement of body) scopes.visit(statement, whole);
  return scopes.reads.filter(({ node, scope }) => !isDeclared(node.name, scope));
}

const scopeIn = (outer: Scope | undefined, isFunction = false, names: readonly string[] = []): Scope => ({
  names: new Set(names),
  outer,
  isFunction,
});

function isDeclared(name: string, scope: Scope | undefined): boolean {
  return scope !== undefined && (scope.names.has(name) || isDeclared(name, scope.outer));
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || scope.outer === undefined ? scope : functionScope(scope.outer);
}

class Scopes {
  readonly reads: Read[] = [];
  private readonly constructed = new Set<AnyNode>();

  visit(node: AnyNode, scope: Scope): void {
    switch (node.type) {
      case "Identifier":
        this.read(node, scope, false);
        return;
      case "FunctionDeclaration":
        if (node.id) scope.names.add(node.id.name);
        this.inFunction(node, scopeIn(scope, true, ["arguments"]));
        return;
      case "FunctionExpression":
        this.inFunction(node, scopeIn(scope, true, ["arguments", ...(node.id ? [node.id.name] : [])]));
        return;
      case "ArrowFunctionExpression":
        this.inFunction(node, scopeIn(scope, true));
        return;
      case "ClassDeclaration":
        if (node.id) scope.names.add(node.id.name);
        this.inClass(node, scope);
        return;
      case "ClassExpression":
        this.inClass(node, scopeIn(scope, false, node.id ? [node.id.name] : []));
        return;
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) {
          this.pattern(id, scope, node.kind === "var" ? functionScope(scope) : scope);
          if (init) this.visit(init, scope);
        }
        return;
      case "BlockStatement":
      case "ForStatement":
      case "SwitchStatement":
        this.children(node, scopeIn(scope));
        return;
      case "StaticBlock":
        this.children(node, scopeIn(scope, true));
        return;
      case "CatchClause": {
        const inner = scopeIn(scope);
        if (node.param) this.pattern(node.param, inner, inner);
        this.visit(node.body, inner);
        return;
      }
      case "ForInStatement":
      case "ForOfStatement": {
        const inner = scopeIn(scope);
        if (node.left.type === "VariableDeclaration") this.visit(node.left, inner);
        else this.pattern(node.left, inner);
        this.visit(node.right, inner);
        this.visit(node.body, inner);
        return;
      }
      default:
        this.visitSimple(node, scope);
        return;
    }
  }

  /** What opens no scope. */
  private visitSimple(node: AnyNode, scope: Scope): void {
    switch (node.type) {
      case "MemberExpression":
        this.visit(node.object, scope);
        if (node.computed) this.visit(node.property, scope);
        return;
      case "Property":
        if (node.computed) this.visit(node.key, scope);
        if (node.shorthand && node.value.type === "Identifier") this.read(node.value, scope, true);
        else this.visit(node.value, scope);
        return;
      case "MethodDefinition":
      case "PropertyDefinition":
        if (node.computed) this.visit(node.key, scope);
        if (node.value) this.visit(node.value, scope);
        return;
      case "UnaryExpression":
        if (node.operator === "typeof" && node.argument.type === "Identifier") return;
        this.visit(node.argument, scope);
        return;
      case "AssignmentExpression":
        this.pattern(node.left, scope);
        this.visit(node.right, scope);
        return;
      case "UpdateExpression":
        this.pattern(node.argument as Pattern, scope);
        return;
      case "NewExpression":
        this.constructed.add(headOf(node.callee));
        this.children(node, scope);
        return;
      case "LabeledStatement":
        this.visit(node.body, scope);
        return;
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        return;
      default:
        this.children(node, scope);
        return;
    }
  }

  private read(node: Identifier, scope: Scope, shorthand: boolean): void {
    this.reads.push({ node, scope, shorthand, constructed: this.constructed.has(node) });
  }

  private children(node: AnyNode, scope: Scope): void {
    for (const child of childrenOf(node)) this.visit(child, scope);
  }

  private inFunction({ params, body }: AnyFunction, scope: Scope): void {
    for (const param of params) this.pattern(param, scope, scope);
    if (body.type === "BlockStatement") this.children(body, scope);
    else this.visit(body, scope);
  }

  private inClass({ superClass, body }: Class, scope: Scope): void {
    if (superClass) this.visit(superClass, scope);
    for (const member of body.body) this.visit(member, scope);
  }

  /** What is assigned to, or declared `into` a scope. Values and computed keys inside of it are read. */
  private pattern(node: Pattern, scope: Scope, into?: Scope): void {
    switch (node.type) {
      case "Identifier":
        into?.names.add(node.name);
        return;
      case "MemberExpression":
        this.visit(node, scope);
        return;
      case "ObjectPattern":
        for (const property of node.properties) {
          if (property.type === "RestElement") this.pattern(property, scope, into);
          else {
            if (property.computed) this.visit(property.key, scope);
            this.pattern(property.value, scope, into);
          }
        }
        return;
      case "ArrayPattern":
        for (const element of node.elements) if (element) this.pattern(element, scope, into);
        return;
      case "RestElement":
        this.pattern(node.argument, scope, into);
        return;
      case "AssignmentPattern":
        this.pattern(node.left, scope, into);
        this.visit(node.right, scope);
        return;
    }
  }
}

function headOf(callee: AnyNode): AnyNode {
  if (callee.type === "MemberExpression") return headOf(callee.object);
  return callee.type === "TaggedTemplateExpression" ? headOf(callee.tag) : callee;
}
