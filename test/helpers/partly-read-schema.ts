/** A schema of which {@link PARTLY_READING} leaves some types unread: of these one has only attributes that may be missing. */
export const PARTLY_READ_SCHEMA = `namespace App {
  entity User;
  entity Role;
  entity Team;
  entity Folder in [Team];
  entity Doc in [Folder] { owner: User, status?: String, size: Long, print: { pages: Long } };
  entity Note { text?: String, "due date"?: datetime, print?: { pages: Long } };
  entity Label { colour: String, text?: String };
  entity Board in [Team] tags String;
  @endpoint("GET /docs/{id} single-resource path:id")
  action readDoc appliesTo { principal: [User], resource: [Doc] };
  @endpoint("GET /notes/{id} single-resource path:id")
  action readNote appliesTo { principal: [User], resource: [Note] };
  @endpoint("GET /labels/{id} single-resource path:id")
  action readLabel appliesTo { principal: [User], resource: [Label] };
  @endpoint("GET /boards/{id} single-resource path:id")
  action readBoard appliesTo { principal: [User], resource: [Board] };
}`;

export const PARTLY_READING = `
permit (principal, action in [App::Action::"readNote", App::Action::"readLabel", App::Action::"readBoard"], resource);
permit (principal, action == App::Action::"readDoc", resource in App::Team::"red")
when { resource.owner == principal && resource.print.pages < 9 && !(resource has status) };`;
