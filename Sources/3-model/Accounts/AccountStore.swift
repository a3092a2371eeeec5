/// All that is kept of accounts and of what was done with them, in one database.
public typealias AccountStore = PeopleStore & SessionStore & TokenStore & SignInAttempts & AuditLog
